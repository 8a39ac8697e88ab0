# Only jobs that are called deploy… may have what the context `deploy` holds.
package org

policy_name["contexts"]

enable_rule["deploying"]

hard_fail["deploying"]

deploying[reason] {
	job := input.workflows[_].jobs[_][name]
	job.context[_] == "deploy"
	not startswith(name, "deploy")
	reason := sprintf("%s is no deployment and wants the context deploy", [name])
}
