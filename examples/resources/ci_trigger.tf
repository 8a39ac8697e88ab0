variable "project_id" {
  type    = string
  default = "33333333-3333-4333-8333-333333333333"
}

variable "pipeline_definition_id" {
  type    = string
  default = "44444444-4444-4444-8444-444444444444"
}

resource "slipway_ci_trigger" "pushes" {
  project_id                    = var.project_id
  pipeline_definition_id        = var.pipeline_definition_id
  event_source_provider         = "codehost_app"
  event_source_repo_external_id = "101"
  event_preset                  = "all-pushes"
}

# A webhook carries no commit: what to check out, and where the configuration is, is said here.
resource "slipway_ci_trigger" "orders" {
  project_id                  = var.project_id
  pipeline_definition_id      = var.pipeline_definition_id
  event_source_provider       = "webhook"
  event_source_webhook_sender = "shop"
  event_name                  = "order"
  checkout_ref                = "main"
  config_ref                  = "main"
}
