data "slipway_ci_checkout_key" "web" {
  project_slug = "gh/acme/web"
  fingerprint  = "c9:0b:1c:4f:d5:65:56:b9:ad:88:f9:81:2b:37:74:2f"
}

output "public_key" {
  value = data.slipway_ci_checkout_key.web.public_key
}
