resource "slipway_ci_organization" "initech" {
  name = "initech"
}

resource "slipway_ci_context" "deploy" {
  organization = slipway_ci_organization.initech.id
  name         = "deploy"
}
