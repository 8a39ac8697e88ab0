data "slipway_ci_collaborations" "mine" {}

output "collaborations" {
  value = data.slipway_ci_collaborations.mine.collaborations[*].slug
}
