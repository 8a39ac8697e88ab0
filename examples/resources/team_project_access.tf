resource "slipway_team" "platform" {
  name = "platform"
}

resource "slipway_project" "shop" {
  name = "shop"
}

resource "slipway_team_project_access" "platform" {
  team_id    = slipway_team.platform.id
  project_id = slipway_project.shop.id
  access     = "maintain"
}
