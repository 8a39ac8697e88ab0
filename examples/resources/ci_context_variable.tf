variable "deploy_token" {
  type      = string
  sensitive = true
  default   = "example"
}

resource "slipway_ci_context" "deploy" {
  name = "deploy"
}

resource "slipway_ci_context_variable" "region" {
  context_id = slipway_ci_context.deploy.id
  name       = "AWS_REGION"
  value      = "eu-central-1"
}

# `value_wo` is sent and never stored in plan or state; a change is noticed without a version to count.
resource "slipway_ci_context_variable" "token" {
  context_id = slipway_ci_context.deploy.id
  name       = "DEPLOY_TOKEN"
  value_wo   = var.deploy_token
}
