# A build that is repeated next year should find the same image.
package org

policy_name["images"]

enable_rule["pinned_images"]

pinned_images[reason] {
	image := input.jobs[name].docker[_].image
	endswith(image, ":latest")
	reason := sprintf("%s takes %s, which is another image every week", [name, image])
}
