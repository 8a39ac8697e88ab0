# Only jobs that are called deploy… may have what the context `deploy` holds.
package org

policy_name["contexts"]

enable_rule["deploying"]

hard_fail["deploying"]

# One context, or a list of them.
wants_deploy[name] {
	input.workflows[_].jobs[_][name].context == "deploy"
}

wants_deploy[name] {
	input.workflows[_].jobs[_][name].context[_] == "deploy"
}

deploying[reason] {
	wants_deploy[name]
	not startswith(name, "deploy")
	reason := sprintf("%s is no deployment and wants the context deploy", [name])
}
