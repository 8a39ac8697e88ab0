const policy = 'package org\n\npolicy_name["images"]\n\nenable_rule["pinned"]\n\npinned = "a" { input.never }\n';

/** Every resource of the CI service. `owner`: the ID of the organization. */
// oxlint-disable-next-line max-lines-per-function -- a configuration with every resource
export const ciResources = (owner: string, start: string, end: string) => `
resource "slipway_ci_context" "deploy" {
  name = "deploy"
}
resource "slipway_ci_context_variable" "region" {
  context_id = slipway_ci_context.deploy.id
  name       = "REGION"
  value      = "eu"
}
resource "slipway_ci_project" "web" {
  name = "web"
}
resource "slipway_ci_project" "api" {
  name         = "api"
  organization = "gh/acme"
}
resource "slipway_ci_context_restriction" "web" {
  context_id        = slipway_ci_context.deploy.id
  restriction_type  = "project"
  restriction_value = slipway_ci_project.web.id
}
resource "slipway_ci_project_variable" "level" {
  project_slug = slipway_ci_project.web.slug
  name         = "LEVEL"
  value        = "level-1"
}
resource "slipway_ci_checkout_key" "api" {
  project_slug = slipway_ci_project.api.slug
  type         = "deploy-key"
}
resource "slipway_ci_project_settings" "web" {
  project_slug       = slipway_ci_project.web.slug
  autocancel_builds  = true
}
resource "slipway_ci_pipeline_definition" "build" {
  project_id                       = slipway_ci_project.web.id
  name                             = "build"
  config_source_provider           = "codehost_app"
  config_source_repo_external_id   = "1"
  config_source_file_path          = ".ci/config.yml"
  checkout_source_provider         = "codehost_app"
  checkout_source_repo_external_id = "1"
}
resource "slipway_ci_trigger" "pushes" {
  project_id                    = slipway_ci_project.web.id
  pipeline_definition_id        = slipway_ci_pipeline_definition.build.id
  event_source_provider         = "codehost_app"
  event_source_repo_external_id = "1"
  event_preset                  = "all-pushes"
}
resource "slipway_ci_schedule" "nightly" {
  project_slug      = slipway_ci_project.web.slug
  name              = "nightly"
  timetable         = { per_hour = 1, hours_of_day = [14, 2], days_of_week = ["MON"] }
  parameters        = { branch = "main", level = "3" }
  attribution_actor = "current"
}
resource "slipway_ci_webhook" "chat" {
  scope_id          = slipway_ci_project.web.id
  name              = "chat"
  url               = "https://chat.example.com/ci"
  events            = ["workflow-completed", "job-completed"]
  signing_secret_wo = "s3cret-web"
}
resource "slipway_ci_runner_resource_class" "linux" {
  resource_class = "acme/linux"
  description    = "racks"
}
resource "slipway_ci_runner_token" "rack" {
  resource_class = slipway_ci_runner_resource_class.linux.resource_class
  nickname       = "rack 1"
}
resource "slipway_ci_organization" "initech" {
  name = "initech"
}
resource "slipway_ci_policy_settings" "acme" {
  organization_id = "${owner}"
  enabled         = true
}
resource "slipway_ci_policy_bundle" "acme" {
  organization_id = "${owner}"
  policies        = { "images" = ${JSON.stringify(policy)} }
}
resource "slipway_ci_usage_export" "month" {
  organization_id = "${owner}"
  start           = "${start}"
  end             = "${end}"
}`;
