data "slipway_workspace" "database" {
  name = "database"
}

ephemeral "slipway_workspace_outputs" "database" {
  workspace_id = data.slipway_workspace.database.id
}

resource "slipway_workspace_variable" "password" {
  workspace_id = "ws-Ab3dEf6hJk9mNp2q"
  key          = "DB_PASSWORD"
  category     = "env"
  sensitive    = true
  value_wo     = jsondecode(ephemeral.slipway_workspace_outputs.database.values_json["password"])
}
