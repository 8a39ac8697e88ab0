variable "project_slug" {
  type    = string
  default = "gh/acme/web"
}

# At two and at half past two, from Monday to Friday.
resource "slipway_ci_schedule" "nightly" {
  project_slug = var.project_slug
  name         = "nightly"
  timetable = {
    per_hour     = 2
    hours_of_day = [2]
    days_of_week = ["MON", "TUE", "WED", "THU", "FRI"]
  }
  parameters        = { branch = "main", suite = "full" }
  attribution_actor = "system"
}
