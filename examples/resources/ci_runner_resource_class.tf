resource "slipway_ci_runner_resource_class" "racks" {
  resource_class = "acme/racks"
  description    = "machines in the racks"
}
