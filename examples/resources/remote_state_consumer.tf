resource "slipway_workspace" "network" {
  name                = "network"
  global_remote_state = false
}

resource "slipway_workspace" "payments" {
  name = "payments"
}

resource "slipway_remote_state_consumer" "payments_reads_network" {
  workspace_id = slipway_workspace.network.id
  consumer_id  = slipway_workspace.payments.id
}
