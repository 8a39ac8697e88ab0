resource "slipway_agent_pool" "build" {
  name = "build"
}

ephemeral "slipway_agent_token" "build" {
  agent_pool_id = slipway_agent_pool.build.id
  description   = "smoke test of the pool"
}

resource "terraform_data" "agent" {
  provisioner "local-exec" {
    command     = "./run-one-agent.sh"
    environment = { TFC_AGENT_TOKEN = ephemeral.slipway_agent_token.build.token }
  }
}
