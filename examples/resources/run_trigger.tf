resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_workspace" "shop" {
  name = "shop"
}

# A run of `network` that was applied starts a run of `shop`.
resource "slipway_run_trigger" "shop" {
  workspace_id  = slipway_workspace.shop.id
  sourceable_id = slipway_workspace.network.id
}
