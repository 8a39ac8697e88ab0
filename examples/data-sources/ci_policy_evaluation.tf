check "pipeline_is_allowed" {
  data "slipway_ci_policy_evaluation" "pipeline" {
    organization_id = "0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11"
    context         = "config"
    input           = yamlencode({ version = "2.1", jobs = {}, workflows = {} })
  }

  assert {
    condition     = contains(["PASS", "SOFT_FAIL"], data.slipway_ci_policy_evaluation.pipeline.status)
    error_message = join("\n", data.slipway_ci_policy_evaluation.pipeline.hard_failures[*].reason)
  }
}
