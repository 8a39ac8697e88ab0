data "slipway_ci_project" "web" {
  slug = "gh/acme/web"
}

output "vcs_info" {
  value = data.slipway_ci_project.web.vcs_info.default_branch
}
