resource "slipway_workspace" "network" {
  name              = "network"
  description       = "Networks and names."
  execution_mode    = "remote"
  working_directory = "network"
  trigger_patterns  = ["/network/**/*"]
  tags              = { env = "prod" }
  tag_names         = ["foundation"]
}
