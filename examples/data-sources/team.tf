data "slipway_team" "operations" {
  name = "operations"
}
