data "slipway_no_code_module" "bucket" {
  id = "nocode-bucket"
}
