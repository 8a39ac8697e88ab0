data "slipway_no_code_workspace_upgrade" "reports" {
  no_code_module_id = "nocode-bucket"
  workspace_id      = "ws-reports"
  id                = "run-upgrade"
}
