resource "slipway_project" "payments" {
  name        = "payments"
  description = "All that moves money."
  tags        = { team = "payments" }
}
