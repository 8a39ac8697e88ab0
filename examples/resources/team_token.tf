resource "slipway_team" "platform" {
  name = "platform"
}

resource "slipway_team_token" "pipelines" {
  team_id     = slipway_team.platform.id
  description = "pipelines"
  expired_at  = "2027-01-01T00:00:00Z"
}
