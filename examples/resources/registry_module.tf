resource "slipway_registry_module" "vpc" {
  name            = "vpc"
  module_provider = "aws"
}
