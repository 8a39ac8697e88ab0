data "slipway_ci_checkout_keys" "web" {
  project_slug = "gh/acme/web"
  digest       = "sha256"
}

output "keys" {
  value = data.slipway_ci_checkout_keys.web.keys[*].fingerprint
}
