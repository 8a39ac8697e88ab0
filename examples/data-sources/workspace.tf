data "slipway_workspace" "network" {
  name = "network"
}
