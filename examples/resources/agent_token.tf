resource "slipway_agent_pool" "datacenter" {
  name = "datacenter"
}

resource "slipway_agent_token" "rack_1" {
  agent_pool_id = slipway_agent_pool.datacenter.id
  description   = "rack 1"
}
