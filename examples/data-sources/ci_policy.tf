data "slipway_ci_policy" "images" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  context         = "config"
  name            = "images"
}

output "content" {
  value = data.slipway_ci_policy.images.content
}
