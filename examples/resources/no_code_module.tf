resource "slipway_no_code_module" "bucket" {
  registry_module_id = "mod-bucket"
  enabled            = true
  version_pin        = "1.1.0"

  variable_options = {
    region        = { type = "string", options = ["eu", "us"] }
    versions_kept = { type = "number", options = ["1", "10"] }
  }
}
