data "slipway_ci_contexts" "all" {}

output "contexts" {
  value = data.slipway_ci_contexts.all.contexts[*].name
}
