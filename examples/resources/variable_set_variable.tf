variable "database_password" {
  type      = string
  sensitive = true
}

resource "slipway_variable_set" "defaults" {
  name = "defaults"
}

resource "slipway_variable_set_variable" "region" {
  variable_set_id = slipway_variable_set.defaults.id
  key             = "AWS_REGION"
  value           = "eu-central-1"
  category        = "env"
}

# `value_wo` is sent and never stored in plan or state; a change is noticed without a version to count.
resource "slipway_variable_set_variable" "password" {
  variable_set_id = slipway_variable_set.defaults.id
  key             = "PGPASSWORD"
  value_wo        = var.database_password
  category        = "env"
  sensitive       = true
}
