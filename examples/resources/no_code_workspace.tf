resource "slipway_no_code_module" "bucket" {
  registry_module_id = "mod-bucket"
  enabled            = true
  version_pin        = "1.1.0"

  variable_options = {
    region        = { type = "string", options = ["eu", "us"] }
    versions_kept = { type = "number", options = ["1", "10"] }
  }
}

resource "slipway_no_code_workspace" "reports" {
  no_code_module_id = slipway_no_code_module.bucket.id
  name              = "reports-bucket"
  module_version    = slipway_no_code_module.bucket.version_pin

  variables = {
    region        = { value = "eu" }
    versions_kept = { value = "10", hcl = true }
  }
}
