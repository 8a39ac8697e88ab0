resource "slipway_team" "platform" {
  name       = "platform"
  visibility = "organization"
  organization_access = {
    manage_workspaces = true
    manage_modules    = true
  }
}
