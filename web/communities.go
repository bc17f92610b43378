package web

import (
	"context"
	"net/http"
)

// CommunityList is a list of communities.
type CommunityList struct {
	Communities []Community `json:"communities"`
}

func listCommunities(ctx context.Context, c *call, w Workspace) error {
	list, err := w.Communities(ctx, c.flag("all"), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, CommunityList{list})
}

func showCommunity(ctx context.Context, c *call, w Workspace) error {
	m, err := w.Community(ctx, c.id(), c.number("limit"))
	if err != nil {
		return err
	}
	return c.reply(http.StatusOK, m)
}
