data "slipway_project" "payments" {
  name = "payments"
}
