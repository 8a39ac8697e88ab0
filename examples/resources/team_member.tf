resource "slipway_team" "platform" {
  name = "platform"
}

resource "slipway_organization_membership" "ann" {
  email = "ann@example.com"
}

resource "slipway_team_member" "ann" {
  team_id                    = slipway_team.platform.id
  organization_membership_id = slipway_organization_membership.ann.id
}
