resource "slipway_organization_membership" "ann" {
  email = "ann@example.com"
}
