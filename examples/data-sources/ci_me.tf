data "slipway_ci_me" "me" {}

output "login" {
  value = data.slipway_ci_me.me.login
}
