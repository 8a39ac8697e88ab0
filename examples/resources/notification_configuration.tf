resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_notification_configuration" "chat" {
  workspace_id     = slipway_workspace.network.id
  name             = "chat"
  destination_type = "slack"
  url              = "https://chat.example.com/hooks/platform"
  triggers         = ["run:errored", "run:needs_attention"]
  enabled          = true
}
