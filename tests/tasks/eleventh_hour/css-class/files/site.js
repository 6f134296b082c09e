const grid = document.querySelector(".teaser-grid");

for (const box of document.querySelectorAll(".teaser")) {
  box.addEventListener("click", () => box.classList.toggle("open"));
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.activeElement.classList.contains("teaser")) {
    document.activeElement.classList.remove("open");
  }
});
