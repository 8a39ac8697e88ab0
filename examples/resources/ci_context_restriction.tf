resource "slipway_ci_context" "deploy" {
  name = "deploy"
}

resource "slipway_ci_project" "web" {
  name = "web"
}

resource "slipway_ci_context_restriction" "web" {
  context_id        = slipway_ci_context.deploy.id
  restriction_type  = "project"
  restriction_value = slipway_ci_project.web.id
}

resource "slipway_ci_context_restriction" "main_only" {
  context_id        = slipway_ci_context.deploy.id
  restriction_type  = "expression"
  restriction_value = "pipeline.git.branch == \"main\" and not job.ssh.enabled"
}
