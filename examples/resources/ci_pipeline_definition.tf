resource "slipway_ci_project" "web" {
  name = "web"
}

resource "slipway_ci_pipeline_definition" "build" {
  project_id                       = slipway_ci_project.web.id
  name                             = "build"
  config_source_provider           = "codehost_app"
  config_source_repo_external_id   = "101"
  config_source_file_path          = ".ci/config.yml"
  checkout_source_provider         = "codehost_app"
  checkout_source_repo_external_id = "101"
}
