// Package uitest tests the explorer (web/ui) as its users have it: by Chromium, on
// a service with the sample. It has tests only.
//
// They need the command chromium (or chrome); where CI is set, its absence is a
// failure. What is committed under web/ui/dist is tested, not web/ui/src.
package uitest
