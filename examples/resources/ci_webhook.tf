variable "project_id" {
  type    = string
  default = "33333333-3333-4333-8333-333333333333"
}

variable "signing_secret" {
  type      = string
  sensitive = true
  default   = "example"
}

resource "slipway_ci_webhook" "chat" {
  scope_id          = var.project_id
  name              = "chat"
  url               = "https://chat.example.com/hooks/ci"
  events            = ["workflow-completed"]
  signing_secret_wo = var.signing_secret
}
