/** `data.….config`: the checks that configuration policies need most often, over `input` and `data.meta`. */
export const configPackage = `package LIBRARY.config

import rego.v1

import data.LIBRARY.utils

jobs contains name if {
	some workflow in input.workflows
	some job in workflow.jobs
	name := utils.get_element_name(job)
}

require_jobs(names) := {name: reason |
	some name in names
	not name in jobs
	reason := sprintf("%s job is required", [name])
}

orb_uses contains [orb, name, version] if {
	some orb in input.orbs
	is_string(orb)
	parts := split(orb, "@")
	name := parts[0]
	version := concat("@", array.slice(parts, 1, count(parts)))
}

orbs[name] := version if some [_, name, version] in orb_uses

is_parameter(text) if contains(text, "<<")

require_orbs(names) := {name: reason |
	some name in names
	not orbs[name]
	reason := sprintf("%s orb is required", [name])
}

require_orbs_version(versioned) := {orb: reason |
	some orb in versioned
	[name, version] := split(orb, "@")
	not orbs[name] == version
	reason := sprintf("%s orb is required", [orb])
}

not_allowed(orb) := sprintf("%s orb is not allowed in DOCUMENT", [orb])

not_known(orb) := sprintf("%s orb is not allowed in DOCUMENT: a parameter decides which one it is", [orb])

ban_of_name(names, _, name) := [name, not_allowed(name)] if name in names

ban_of_name(_, orb, name) := [orb, not_known(orb)] if is_parameter(name)

ban_orbs(names) := {orb: reason |
	some [text, name, _] in orb_uses
	[orb, reason] := ban_of_name(names, text, name)
}

ban_of_version(versioned, orb, _, _) := not_allowed(orb) if orb in versioned

ban_of_version(_, orb, name, _) := not_known(orb) if is_parameter(name)

ban_of_version(versioned, orb, name, version) := not_known(orb) if {
	is_parameter(version)
	some banned in versioned
	split(banned, "@")[0] == name
}

ban_orbs_version(versioned) := {orb: reason |
	some [orb, name, version] in orb_uses
	reason := ban_of_version(versioned, orb, name, version)
}

orbs_allowlist(names) := {name: reason |
	some name, _ in orbs
	not name in names
	reason := sprintf("%s orb is not allowed in DOCUMENT", [name])
}

compiled := object.get(input, "_compiled_", input)

resource_class_by_project(reserved) := {reason |
	some name, job in compiled.jobs
	projects := reserved[job.resource_class]
	not data.meta.project_id in projects
	reason := sprintf("project is not allowed to use resource_class %q declared in job %q", [job.resource_class, name])
}

uses_of(document) := {[place, contexts, job] |
	some workflow_name, workflow in document.workflows
	some name, job in workflow.jobs[_]
	contexts := utils.to_set(object.get(job, "context", []))
	place := sprintf("%s.%s", [workflow_name, name])
}

listed(names) := concat(", ", sort(names))

is_one_of(projects) if data.meta.project_id in utils.to_set(projects)

contexts_blocked_by_project_ids(projects, blocked) := {reason |
	is_one_of(projects)
	some [place, contexts, _] in uses_of(compiled)
	wrong := contexts & utils.to_set(blocked)
	count(wrong) > 0
	reason := sprintf("%s: uses context value(s) in blocklist for project: %s", [place, listed(wrong)])
}

contexts_allowed_by_project_ids(projects, allowed) := {reason |
	is_one_of(projects)
	some [place, contexts, _] in uses_of(compiled)
	wrong := contexts - utils.to_set(allowed)
	count(wrong) > 0
	reason := sprintf("%s: uses context value(s) not in allowlist for project: %s", [place, listed(wrong)])
}

contexts_reserved_by_project_ids(projects, reserved) := {reason |
	not is_one_of(projects)
	some [place, contexts, _] in uses_of(compiled)
	wrong := contexts & utils.to_set(reserved)
	count(wrong) > 0
	reason := sprintf("%s: uses context value(s) reserved to other projects: %s", [place, listed(wrong)])
}

reserved_uses(reserved) := {[place, contexts & names, job] |
	names := utils.to_set(reserved)
	some [place, contexts, job] in uses_of(input)
	count(contexts & names) > 0
}

contexts_reserved_by_branches(branches, reserved) := reasons if {
	wrong := {reason |
		some [place, names, job] in reserved_uses(reserved)
		others := utils.to_set(job.filters.branches.only) - utils.to_set(branches)
		count(others) > 0
		reason := sprintf("%s: uses context value(s): %s - that cannot be used with branches: %s", [place, listed(names), listed(others)])
	}
	unlimited := {reason |
		some [place, names, job] in reserved_uses(reserved)
		not job.filters.branches.only
		allowed := listed(utils.to_set(branches))
		reason := sprintf("%s: uses context value(s): %s - that must be limited to branches: %s", [place, listed(names), allowed])
	}
	reasons := wrong | unlimited
}
`;
