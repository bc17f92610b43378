package identity

import "context"

// SettleOnce is Resolver.settleOnce for tests outside the package.
func SettleOnce(ctx context.Context, r Resolver) (Report, error) { return r.settleOnce(ctx) }
