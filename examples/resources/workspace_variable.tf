variable "cloud_token" {
  type      = string
  sensitive = true
  default   = null
}

resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_workspace_variable" "region" {
  workspace_id = slipway_workspace.network.id
  key          = "region"
  category     = "infra"
  value        = "eu-central-1"
}

# The value of a secret is in no plan and no state.
resource "slipway_workspace_variable" "token" {
  workspace_id = slipway_workspace.network.id
  key          = "CLOUD_TOKEN"
  category     = "env"
  sensitive    = true
  value_wo     = var.cloud_token
}
