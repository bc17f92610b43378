package web

import (
	"context"
	"net/http"

	"grove/internal/browse"
)

// CommunityList is a list of communities.
type CommunityList struct {
	Communities []browse.Community `json:"communities"`
}

func listCommunities(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Browse().Communities(ctx, c.flag("all"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, CommunityList{list})
}

func showCommunity(ctx context.Context, c *call, w Workspace) error {
	m, err := w.Browse().Community(ctx, c.id(), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, m)
}
