// Command grove reads documents into a graph and answers questions from it.
package main

import (
	"context"
	"os"

	"grove/internal/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
