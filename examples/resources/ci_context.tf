# The organization is that of the provider's `ci` section unless it is said here.
resource "slipway_ci_context" "deploy" {
  name = "deploy"
}
