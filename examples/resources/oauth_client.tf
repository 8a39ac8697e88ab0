variable "github_token" {
  type      = string
  sensitive = true
  default   = null
}

resource "slipway_oauth_client" "github" {
  name                  = "GitHub"
  service_provider      = "github"
  http_url              = "https://github.com"
  api_url               = "https://api.github.com"
  oauth_token_string_wo = var.github_token
}
