// The login page: a token for a session. The token stays in this form and in the one request.

const $ = (id) => document.getElementById(id);

/** Where one came from, if that is a place of this site; else the chat page. */
function next() {
  const asked = new URLSearchParams(location.search).get("next") ?? "/";
  try {
    const place = new URL(asked, location.origin);
    // A path that begins with two slashes ("/.//evil") would be another host's name.
    const path = place.pathname.startsWith("//") ? location.pathname : place.pathname;
    const here = place.origin === location.origin && path !== location.pathname;
    return here ? path + place.search + place.hash : "/";
  } catch {
    return "/";
  }
}

async function login() {
  $("failure").textContent = "";
  try {
    const response = await fetch("/api/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token: $("token").value.trim() }),
    });
    if (response.ok) return location.replace(next());
    const told = await response.json();
    $("failure").textContent = `${told.message} ${told.next}`;
  } catch {
    $("failure").textContent = $("login").dataset.unreachable;
  }
  $("token").focus();
  $("token").select();
}

$("login").addEventListener("submit", (event) => {
  event.preventDefault();
  login();
});

// Whoever is known already, by a proxy or a session that holds, has nothing to do here.
fetch("/api/me").then((response) => response.ok && location.replace(next())).catch(() => {});
