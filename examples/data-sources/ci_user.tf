data "slipway_ci_user" "ada" {
  id = "33333333-3333-4333-8333-333333333333"
}

output "login" {
  value = data.slipway_ci_user.ada.login
}
