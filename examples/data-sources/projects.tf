data "slipway_projects" "all" {}

output "project_names" {
  value = [for project in data.slipway_projects.all.projects : project.name]
}
