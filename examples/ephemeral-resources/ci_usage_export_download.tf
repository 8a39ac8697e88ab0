resource "slipway_ci_usage_export" "april" {
  organization_id = var.organization_id
  start           = "2026-04-01T00:00:00Z"
  end             = "2026-05-01T00:00:00Z"
}

ephemeral "slipway_ci_usage_export_download" "april" {
  organization_id = slipway_ci_usage_export.april.organization_id
  id              = slipway_ci_usage_export.april.id
}

locals {
  # Ephemeral as well: credits by project.
  credits = {
    for project in distinct([for row in ephemeral.slipway_ci_usage_export_download.april.rows : row.project_name]) :
    project => sum([for row in ephemeral.slipway_ci_usage_export_download.april.rows : tonumber(row.total_credits) if row.project_name == project])
  }
}
